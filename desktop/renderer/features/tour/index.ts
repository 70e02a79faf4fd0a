export { START_TOUR, useTour } from './use-tour.ts';
