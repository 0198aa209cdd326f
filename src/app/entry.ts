import 'react-dom/client';

/** The first script of a page. The app starts in a later task than React, so that a press between them is handled. */
setTimeout(() => void import('./start.tsx'));
