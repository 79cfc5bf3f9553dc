import product from '../../package.json'

export const VERSION: string = product.version
