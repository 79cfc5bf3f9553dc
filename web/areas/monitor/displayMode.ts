let on = false

/** Said once, before anything is drawn, by the page that is a display. */
export const becomeDisplay = () => {
  on = true
}
export const isDisplay = () => on
