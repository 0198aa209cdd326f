/**
 * A module that is loaded when it is first used. From then on it is used at once: `import` answers in a task of its own
 * even then, which waits behind all rendering.
 */
export function loadable<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  const module = async (): Promise<Module> => {
    loaded ??= await load();
    return loaded;
  };
  const use = (user: (module: Module) => void, onError: (error: unknown) => void): void => {
    if (loaded) user(loaded);
    else module().then(user, onError);
  };
  return { load: module, use };
}
