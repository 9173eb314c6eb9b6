// A photo made smaller before it waits or travels: <input type="file" data-module="photo">. Drawn anew, it also loses
// what the camera wrote into it. Where the browser cannot, the file goes as it is and the server does the same.

const LONGEST = 2000;
const QUALITY = 0.8;

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return new File([blob], "slip.jpg", { type: "image/jpeg", lastModified: file.lastModified });
}

async function shrink(input) {
  const [file] = input.files;
  if (!file) return;
  const kept = new DataTransfer();
  kept.items.add(await smaller(file));
  if (input.files[0] === file) input.files = kept.files; // nobody has chosen another one meanwhile
}

export function start(input) {
  input.addEventListener("change", () => shrink(input).catch(() => {})); // no picture: the server says so
}
