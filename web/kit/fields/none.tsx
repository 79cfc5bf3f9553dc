import './fields.css'

/** Nothing here: a dash that is read as such and stays quiet beside figures. */
export const None = () => <span className="yy-none">—</span>
