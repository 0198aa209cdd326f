/** The product's mark: a text cursor for the spine of an open book. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        fill="currentColor"
        d="M11 5.6C8.9 3.8 5.6 3.2 2 3.6Q1 3.7 1 4.7V18Q1 19 2 18.9C5.6 18.5 8.9 19 11 20.9ZM13 5.6C15.1 3.8 18.4 3.2 22 3.6Q23 3.7 23 4.7V18Q23 19 22 18.9C18.4 18.5 15.1 19 13 20.9Z"
      />
    </svg>
  );
}
