import { Component, type ReactNode } from 'react';

/** Keeps the frame standing when a screen breaks: a part of the app that could not be loaded, or a mistake of ours. */
export class Mishap extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="column center" role="alert">
        <h1>This page did not open</h1>
        <p>Part of it could not be loaded. What you wrote and what you kept is still on this device.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    );
  }
}
