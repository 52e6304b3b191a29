import { Component, type ReactNode } from 'react';

/** Renders nothing once its content has failed, so that a decoration cannot end the page. */
export class Decoration extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
