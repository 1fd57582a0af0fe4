const OPENSTREETMAP = 'https://www.openstreetmap.org/';
const ZOOM = 16;

/** The page of OpenStreetMap that shows a place; degrees. */
export const mapAddressOf = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${OPENSTREETMAP}?mlat=${latitude}&mlon=${longitude}#map=${ZOOM}/${latitude}/${longitude}`;
