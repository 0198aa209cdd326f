import { Component, type ReactNode } from 'react';

/** Keeps the layout usable when a screen throws: a chunk could not be loaded, or the screen has a bug. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="column center part-missing" role="alert">
        <h1>This page did not open</h1>
        <p>Part of it could not be loaded. Your texts and the posts you kept are still on this device.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    );
  }
}
