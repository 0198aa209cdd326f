import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useMissedPopState } from '../../src/app/hooks/useMissedPopState.ts';

/** A screen whose first render is interrupted by a press of Back, as React's hydration in slices is. */
function ScreenLeftWhileRendering() {
  useState(() => history.replaceState({ place: 1 }, '', '/home?q=locks'));
  return 'A post';
}

function App() {
  useMissedPopState();
  return (
    <Routes>
      <Route path="/blog/a" element={<ScreenLeftWhileRendering />} />
      <Route path="/home" element="The list" />
    </Routes>
  );
}

test('shows the screen that Back leads to, also if Back is pressed during the first render', async () => {
  history.replaceState(null, '', '/blog/a');
  const { unmount } = render(<App />, { wrapper: BrowserRouter });
  await screen.findByText('The list');
  expect(screen.queryByText('A post')).toBeNull();
  unmount();
});
