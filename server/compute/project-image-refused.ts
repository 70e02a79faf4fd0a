/** An image that no workspace can be made of; the message is a sentence for the person. */
export class ProjectImageRefused extends Error {
  override name = 'ProjectImageRefused';
}
