// The databases that tests clone.

export const TEMPLATE = 'yiyuan_template'
/** The same with the demo organisation, as after a first start. */
export const DEMO_TEMPLATE = 'yiyuan_demo'

/** The advisory lock that is held while they are filled. */
export const FILLING = 20_261_117
