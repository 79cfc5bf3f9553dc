// Allergens as squares of one character; what each means is said to who points at it or hears the page.
import { Allergen, type AllergenValue, allergenMark } from '#contract/nursing/mealWords'
import './dish.css'

export function AllergenMarks({ values }: { values: readonly AllergenValue[] }) {
  if (values.length === 0) return null
  const words = values.map((one) => Allergen.label(one)).join('、')
  return (
    <span className="yy-dish-marks yy-inline-flex yy-gap-4 yy-fixed" title={`含${words}`}>
      {values.map((one) => (
        <i key={one} className="yy-dish-mark yy-inline yy-middle yy-upright yy-tiny" aria-hidden>
          {allergenMark[one]}
        </i>
      ))}
      <span className="yy-heard">含{words}</span>
    </span>
  )
}
