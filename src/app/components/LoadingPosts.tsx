const cards = [0, 1, 2];

/** The loading text of the specification, and skeleton cards that reserve the space of the first posts. */
export function LoadingPosts() {
  return (
    <div className="stack">
      <p role="status">Loading blogs...</p>
      <div className="post-list" aria-hidden="true">
        {cards.map((card) => (
          <div key={card} className="card skeleton">
            <div className="card-image" />
            <div className="card-text stack">
              <span className="skeleton-line title" />
              <span className="skeleton-line" />
              <span className="skeleton-line short" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
