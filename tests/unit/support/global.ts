/** Changes some of an object's values until disposed of. */
export function replace<T extends object>(target: T, values: Partial<Record<keyof T, unknown>>): Disposable {
  const before = { ...target };
  Object.assign(target, values);
  return { [Symbol.dispose]: () => void Object.assign(target, before) };
}

/** Replaces a global until disposed of. */
export function stubGlobal(name: string, value: unknown): Disposable {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
  return {
    [Symbol.dispose]() {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    },
  };
}
