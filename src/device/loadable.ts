/**
 * Loads a module at the first `use`. Once it is loaded, `use` calls `user` synchronously. An `import()` would resolve
 * in a later task, after all rendering, even if the module is loaded.
 */
export function loadable<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const module = (): Promise<Module> => {
    // All callers share one promise, so that their callbacks run in the order of the calls.
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
