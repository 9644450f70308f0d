// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice A settlement that works, with dividends for two, of which each test changes one thing and expects one error.
abstract contract AuctionMutationBase is AuctionBase {
    function base() internal view returns (Settling memory) {
        AuctionOrder memory order = anAuction(address(royal));
        order.encourage = 500;
        return settlingOf(order, losers(2));
    }

    function resigned(Settling memory s) internal view returns (Settling memory) {
        resign(s);
        return s;
    }

    function ownerRefused(address owner) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, owner);
    }

    function bidRefused(address bidder) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bidder);
    }

    function test_TheBaseWorks() public {
        settle(base());
    }
}
