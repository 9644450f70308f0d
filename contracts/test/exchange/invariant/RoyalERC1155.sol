// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

contract RoyalERC1155 is ERC1155("") {
    address private _creator;

    constructor(address creator) {
        _creator = creator;
    }

    function give(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return (_creator, price / 20);
    }
}
