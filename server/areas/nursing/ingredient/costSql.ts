// What a portion of a dish costs by the prices of its ingredients.
const PRICED = (
  t: string,
) => `from dish_ingredient i left join ingredient p on p.org_id = i.org_id and p.ingredient_name = i.ingredient_name
  where i.org_id = ${t}.org_id and i.dish_id = ${t}.dish_id`

/** SQL: fen of a portion; null while an ingredient has no price, because part of a cost is none. Weights are milligrams, prices per kilogram. */
export const reckonedFen = (t: string) =>
  `(select case when bool_and(p.price_fen is not null) then round(sum(i.gross_mg::numeric * p.price_fen) / 1000000)::float8 end ${PRICED(t)})`

/** SQL: the ingredients that have no price. */
export const unpricedOf = (t: string) =>
  `array(select i.ingredient_name ${PRICED(t)} and p.price_fen is null order by i.ingredient_no)`
