/** Tells electron-builder that the app brings all its modules, so that it installs, rebuilds and collects none. */
export const beforeBuild = () => false;
