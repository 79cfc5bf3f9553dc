// The look that the drawers share with the detail beside them.
import './moves.css'
