// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC1155MetadataURI} from "@openzeppelin/contracts/token/ERC1155/extensions/IERC1155MetadataURI.sol";
import {IOwnable} from "./IOwnable.sol";

/// @notice What a collection is besides ICollection1155.
interface IEditions is IERC1155MetadataURI, IERC2981, IOwnable {}
