export const DraftOffer = () => null
