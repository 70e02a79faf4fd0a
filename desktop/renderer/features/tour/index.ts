export { mayStartTour } from './steps.ts';
export { START_TOUR, useTour } from './use-tour.ts';
