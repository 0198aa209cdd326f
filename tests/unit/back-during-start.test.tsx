import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useMissedPopState } from '../../src/app/hooks/useMissedPopState.ts';

/** Changes the URL during its first render, as a press of Back does while React hydrates a page in slices. */
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

test('shows the previous screen if Back is pressed during the first render', async () => {
  history.replaceState(null, '', '/blog/a');
  const { unmount } = render(<App />, { wrapper: BrowserRouter });
  await screen.findByText('The list');
  expect(screen.queryByText('A post')).toBeNull();
  unmount();
});
