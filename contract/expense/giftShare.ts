// How much of a gift goes back with the money that earned it: the one place that says so.

/**
 * A gift is earned by the whole prestore. When part of that money leaves the balance otherwise than for bills, the gift goes
 * back in proportion, to the fen; a broken fen is rounded in the house's favour, so every time something leaves the share is
 * rounded up.
 */
export function giftShare(gift: { giftFen: number; basisFen: number }, leavesFen: number): number {
  if (gift.basisFen <= 0 || leavesFen <= 0) return 0
  const [whole, part, basis] = [BigInt(gift.giftFen), BigInt(leavesFen), BigInt(gift.basisFen)]
  return Number((whole * part + basis - 1n) / basis)
}

/** In the words of the desk. */
export const GIFT_BACK_RULE =
  '满赠随预存款走：退款、转押金、转给他人时按比例收回，不足一分的归机构；已经用掉的赠送从这笔钱里扣下。存得早的钱先用，存得晚的钱先退。'
