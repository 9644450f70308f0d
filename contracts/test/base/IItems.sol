// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IOwnable} from "./IOwnable.sol";

/// @notice What a collection is besides ICollection721.
interface IItems is IERC721Metadata, IERC2981, IERC5267, IOwnable {}
