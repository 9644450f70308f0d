// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";

/// @notice Takes editions, and reverts when something else was drawn.
contract CheatingOpener {
    function open(IFullBlindBox box, bytes32 id, uint256 boxes) external payable {
        box.open{value: msg.value}(id, boxes);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        revert("not this one");
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}

/// @notice Burns all the gas that comes with an item.
contract BurningReceiver {
    function open(IFullBlindBox box, bytes32 id, uint256 boxes) external payable {
        box.open{value: msg.value}(id, boxes);
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        assembly {
            invalid()
        }
    }
}
