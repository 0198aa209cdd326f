/**
 * Loads a module at its first use, and calls later users synchronously. An `import()` would resolve in a later task,
 * after all rendering, even if the module is loaded.
 */
export function loadable<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const module = (): Promise<Module> => {
    // All callers share one promise, so that they get the module in the order in which they asked.
    loading ??= load().then(
      (module) => {
        loaded = module;
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const use = (user: (module: Module) => void, onError: (error: unknown) => void): void => {
    if (loaded) user(loaded);
    else module().then(user, onError);
  };
  return { load: module, use };
}
