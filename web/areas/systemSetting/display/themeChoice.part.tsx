// The five themes as swatches.
import { themes } from '#contract/platform/config'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import './display.css'

const titleOf = (color: string | null | undefined) =>
  themes.find((theme) => theme.color === color?.toUpperCase())?.title ?? ''

function Swatches({ value, onChange, id, disabled }: InputProps<string>) {
  return (
    <div className="yy-flex yy-gap-8 yy-wrap" role="radiogroup" id={id} aria-label="主题颜色">
      {themes.map((theme) => {
        const chosen = theme.color === value?.toUpperCase()
        return (
          <button
            key={theme.key}
            type="button"
            role="radio"
            aria-checked={chosen}
            className={
              chosen
                ? 'yy-swatch yy-white yy-press yy-inline yy-gap-6 yy-swatch-on yy-strong'
                : 'yy-swatch yy-white yy-press yy-inline yy-gap-6'
            }
            disabled={disabled}
            onClick={() => onChange?.(theme.color)}
          >
            <i style={{ background: theme.color }} />
            {theme.title}
          </button>
        )
      })}
    </div>
  )
}

export const themeChoice: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 120,
  cell: (value) => titleOf(value) || <None />,
  text: titleOf,
  input: (props) => <Swatches {...props} />,
  search: () => null,
}
