/** Class names that apply: classes('yy-tab', active && 'is-active'). */
export const classes = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
