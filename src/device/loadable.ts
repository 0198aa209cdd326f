/**
 * A module that is loaded when it is first used. From then on it is used at once: `import` answers in a task of its own
 * even then, which waits behind all rendering.
 */
export function loadable<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const module = (): Promise<Module> => {
    // One promise for all who wait, so that they are served in their order, and nobody who comes later before them.
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
