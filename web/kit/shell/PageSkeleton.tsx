// Stands for a page while its chunk arrives; invisible for the first moment, so that a fast one does not flash.
export const PageSkeleton = () => (
  <div
    className="yy-page-skeleton yy-pad-16 yy-grid yy-gap-12 yy-white yy-edge yy-round-card"
    role="status"
    aria-label="正在打开页面"
  >
    <i />
    <i />
    <i />
    <i />
  </div>
)
