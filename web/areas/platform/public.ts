// The few parts of the platform's pages that other areas may use.
export { AddressDrawer } from '#web/areas/platform/screen/address.part'
