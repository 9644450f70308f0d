// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice What a settlement costs as a transaction of its own: recipients exist, the owner's bitmap word is in use, the
/// buyer owns one already. The limits are the cost table's, or what was measured where a row says so; besides, nothing may
/// rise by more than 1 % above `gas.json`, which holds what was measured last.
contract AuctionGasTest is AuctionBase {
    /// @dev Shown by `forge test -vvvv`.
    event Measured(string row, uint256 gas);

    string private snapshot;

    function setUp() public override {
        super.setUp();
        snapshot = vm.readFile("contracts/test/auction/exchange/gas.json");
        compileAsShipped(address(nft), "PlainERC721");
        compileAsShipped(address(royal), "RoyaltyERC721");
        compileAsShipped(address(multi), "PlainERC1155");
        compileAsShipped(address(pay), "PlainERC20");
        royal.give(alice, 2);
        royal.give(bob, 100);
        pay.give(carol, 1);
        pay.give(treasury, 1);
        pay.give(alice, 1);
        address[] memory list = losers(200);
        for (uint256 i; i < 200; ++i) {
            pay.give(list[i], 1);
        }
        AuctionOrder memory other = anAuction(address(nft));
        other.key.salt = saltOf(77);
        vm.prank(alice);
        auction.cancel(other.key);
    }

    /// @dev As wallets sign: a transaction pays for the bytes of its signatures.
    function signed(uint256 key, bytes32 digest) internal pure override returns (Sig memory sig) {
        (sig.v, sig.r, sig.s) = vm.sign(key, digest);
    }

    function within(string memory row, uint256 limit) private {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit Measured(row, used);
        vm.assertLe(used, limit, row);
        vm.assertLe(used * 100, vm.parseJsonUint(snapshot, string.concat(".", row)) * 101, string.concat(row, ": 1 % above gas.json"));
    }

    function settling(uint256 count) private view returns (Settling memory s) {
        AuctionOrder memory order = anAuction(address(royal));
        order.encourage = 1000;
        return settlingOf(order, losers(count));
    }

    /// forge-config: default.isolate = true
    function test_SettleWithoutDividends() public {
        settle(settling(0));
        // Goal 136,000: see contracts/README.md.
        within("settle", 141_900);
    }

    /// forge-config: default.isolate = true
    function test_SettleWithThreeDividends() public {
        settle(settling(3));
        // Goal 167,000.
        within("settleThree", 177_100);
    }

    /// forge-config: default.isolate = true
    function test_AcceptForAtLeast() public {
        Settling memory s = settling(3);
        bytes memory sig = abi.encodePacked(s.sig.r, s.sig.s, s.sig.v);
        bytes memory bidSig = abi.encodePacked(s.bidSig.r, s.bidSig.s, s.bidSig.v);
        vm.prank(alice);
        auction.acceptBid(s.order, sig, s.total, bidSig, s.recipients, s.fee, s.feeSig, s.buyer, 1 ether);
        within("acceptForAtLeast", 180_200);
    }

    /// forge-config: default.isolate = true
    function test_SettleFreshWord() public {
        Settling memory s = settling(0);
        s.order.key.salt = saltOf(1000);
        resign(s);
        settle(s);
        within("settleFresh", 159_000);
    }

    /// forge-config: default.isolate = true
    function test_SettleBoughtByTheWinner() public {
        Settling memory s = settling(3);
        s.caller = bob;
        settle(s);
        within("settleThreeBought", 174_600);
    }

    /// forge-config: default.isolate = true
    function test_SettleWithTwoHundredDividends() public {
        settle(settling(200));
        within("settleTwoHundred", 2_300_000);
    }

    /// forge-config: default.isolate = true
    function test_Cancel() public {
        vm.prank(alice);
        auction.cancel(anAuction(address(royal)).key);
        within("cancel", 33_000);
    }

    /// forge-config: default.isolate = true
    function test_CancelFreshWord() public {
        AuctionOrder memory order = anAuction(address(royal));
        order.key.salt = saltOf(1000);
        vm.prank(alice);
        auction.cancel(order.key);
        within("cancelFresh", 50_000);
    }

    /// forge-config: default.isolate = true
    function test_VoidBids() public {
        vm.prank(bob);
        auction.voidBids(keccak256("auction"), TOTAL);
        within("voidBids", 47_000);
    }
}
