// The databases that tests clone.

export const TEMPLATE = 'yiyuan_template'
/** The same with the demo organisation, as after a first start. */
export const DEMO_TEMPLATE = 'yiyuan_demo'

/** The advisory lock that is held until a template is there. */
export const FILLING: Readonly<Record<string, number>> = { [TEMPLATE]: 20_261_117, [DEMO_TEMPLATE]: 20_261_118 }
