declare global {
  // The part of Trusted Types that the app uses; TypeScript's library lacks it.
  var trustedTypes: { createPolicy<Rules extends object>(name: string, rules: Rules): Rules } | undefined;
}

export {};
