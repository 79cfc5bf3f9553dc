// The page that opens after signing in: the work bench, the welcome page, or a page of the menu.
import { Select } from 'antd'
import { WELCOME_PAGE } from '#contract/platform/commonSetting'
import type { Field, InputProps } from '#web/kit/fields/field'
import type { MenuTop } from '#web/kit/menu'
import { useSession } from '#web/kit/session'

/** The wire's empty text, which a select would take for "nothing chosen". */
const BENCH = 'bench'
const BENCH_PATH = '/home'

const fixed = [
  { value: BENCH, label: '工作台' },
  { value: WELCOME_PAGE, label: '欢迎页' },
]

function optionsOf(menus: readonly MenuTop[]) {
  const groups = menus.map((top) => ({
    label: top.title,
    options: top.groups
      .flatMap((group) => group.leaves)
      .filter((leaf) => leaf.type !== 'IN_LINK' && leaf.path !== BENCH_PATH)
      .map((leaf) => ({ value: leaf.path, label: leaf.title })),
  }))
  return [{ label: '常用', options: fixed }, ...groups.filter((group) => group.options.length > 0)]
}

const keyOf = (value: string | null | undefined) => (!value || value === BENCH_PATH ? BENCH : value)

const nameOf = (value: string | null | undefined): string => {
  const all = optionsOf(useSession.getState().menus).flatMap((group) => group.options)
  return all.find((option) => option.value === keyOf(value))?.label ?? value ?? ''
}

function PageSelect({ value, onChange, ...rest }: InputProps<string>) {
  const options = optionsOf(useSession((state) => state.menus))
  const chosen = keyOf(value)
  const known = options.some((group) => group.options.some((option) => option.value === chosen))
  return (
    <Select<string>
      {...rest}
      className="yy-fill"
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen}
      // Routes of other consoles are kept as they are.
      options={known ? options : [{ label: '当前设置', options: [{ value: chosen, label: chosen }] }, ...options]}
      onChange={(next) => onChange?.(next === BENCH ? '' : next)}
    />
  )
}

export const firstPage: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 160,
  cell: nameOf,
  text: nameOf,
  input: (props) => <PageSelect {...props} />,
  search: (props) => <PageSelect {...props} />,
}
