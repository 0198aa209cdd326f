declare global {
  // The part of Trusted Types that is used; TypeScript's library has none of it.
  var trustedTypes: { createPolicy<Rules extends object>(name: string, rules: Rules): Rules } | undefined;
}

export {};
