import 'react-dom/client';

/** What a page loads first. The app begins in a task of its own behind React's, so that a press between the two is answered. */
setTimeout(() => void import('./start.tsx'));
