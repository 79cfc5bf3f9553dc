export default function ResidenceList() {
  return null
}
