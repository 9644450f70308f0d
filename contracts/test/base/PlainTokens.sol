// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Royalty} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Royalty.sol";

contract PlainERC20 is ERC20("Pay", "PAY") {
    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

contract PlainERC721 is ERC721("Plain", "PLN") {
    function give(address to, uint256 id) external {
        _mint(to, id);
    }
}

contract RoyaltyERC721 is ERC721Royalty {
    constructor(address recipient, uint96 bps) ERC721("Royal", "ROY") {
        _setDefaultRoyalty(recipient, bps);
    }

    function give(address to, uint256 id) external {
        _mint(to, id);
    }
}

contract PlainERC1155 is ERC1155("") {
    function give(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
