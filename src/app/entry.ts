import 'react-dom/client';

/** The first script of a page. The app starts in a task of its own after React's, so that a press between the two is answered. */
setTimeout(() => void import('./start.tsx'));
