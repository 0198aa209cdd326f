import 'react-dom/client';

/** The first script of a page. Runs React and the app in separate tasks, so that a press between them is handled. */
setTimeout(() => void import('./start.tsx'));
