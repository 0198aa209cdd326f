import 'react-dom/client';

/** The first script of a page. Starts the app in a later task than React, so that a press in between is handled. */
setTimeout(() => void import('./start.tsx'));
