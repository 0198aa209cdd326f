import { useEffect, useState } from 'react';
import { createPath, useLocation } from 'react-router-dom';

/**
 * Shows the screen of the current URL if Back or Forward was pressed during the first render. React Router reads the
 * URL when that render starts, and listens for `popstate` only when it has ended.
 */
export function useMissedPopState(): void {
  const [rendered] = useState(createPath(useLocation()));
  useEffect(() => {
    if (createPath(location) !== rendered) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, [rendered]);
}
