// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {MoodyERC20} from "../../base/MoodyERC20.sol";
import {BurningWallet} from "../../base/Wallet.sol";
import {EarlyERC721} from "../../findings/StarvedRoyalty.t.sol";

/// @notice Eve, who sends the settlement, chooses its gas; the collection names no royalty where it sees too little.
contract ShortGasTest is AuctionBase {
    EarlyERC721 private token;

    function setUp() public override {
        super.setUp();
        token = new EarlyERC721(carol);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        pay.give(alice, 1);
        pay.give(treasury, 1);
    }

    /// @dev Whether it settles with so much gas.
    function sent(Settling memory s, uint256 gasLimit) private returns (bool ok) {
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        s.feeSig = openWordOf(FEE_KEY, s, 0);
        bytes memory data = abi.encodeCall(
            IAuctionExchange.acceptBid,
            (s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, s.buyer, 0)
        );
        vm.prank(eve);
        (ok,) = address(auction).call{gas: gasLimit}(data);
    }

    function withoutFee() private view returns (Settling memory s) {
        s = settlingOf(anAuction(address(token)), losers(0));
        (s.order.sellerFee, s.fee) = (0, 0);
    }

    /// [SNIPE-03] Only the check before the payments stands between.
    function testFuzz_WhenNoFeeIsDue(uint256 gasLimit) public {
        bool ok = sent(withoutFee(), bound(gasLimit, 60_000, 450_000));
        vm.assertEq(pay.balanceOf(carol), ok ? 0.1 ether : 0, "royalty");
    }

    /// [SNIPE-03]
    function testFuzz_WhenTheOwnerBurnsGas(uint256 gasLimit, uint256 left) public {
        BurningWallet owner = new BurningWallet(alice);
        token.give(address(owner), 2);
        owner.act(address(token), abi.encodeCall(token.setApprovalForAll, (address(proxy), true)));
        Settling memory s = withoutFee();
        (s.order.key.owner, s.order.key.sellAsset.tokenId) = (address(owner), 2);
        owner.burnTo(bound(left, 10_000, 450_000));
        bool ok = sent(s, bound(gasLimit, 60_000, 16_000_000));
        vm.assertEq(pay.balanceOf(carol), ok ? 0.1 ether : 0, "royalty");
    }

    /// [SNIPE-03] Each refuses its payment where it sees less than nearly all that a payment may use.
    /// forge-config: default.fuzz.runs = 300
    function testFuzz_WhenPayeesNeedGas(uint256 gasLimit, uint256 count, uint256 need) public {
        count = bound(count, 1, 200);
        MoodyERC20 money = new MoodyERC20();
        money.give(bob, 10 ether);
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        AuctionOrder memory order = anAuction(address(token));
        (order.key.buyAsset.token, order.encourage) = (address(money), 1000);
        Settling memory s = settlingOf(order, losers(count));
        address last = s.recipients[count - 1];
        uint256 each = 14_000_000 / count;
        if (each > 200_000) each = 200_000;
        money.need(carol, bound(need, 100_000, 185_000));
        money.need(treasury, bound(need, 100_000, 185_000));
        money.need(last, each - each / 16 - 8_000);
        bool ok = sent(s, bound(gasLimit, 200_000, 16_500_000));
        vm.assertEq(money.balanceOf(carol), ok ? 0.1 ether : 0, "royalty");
        vm.assertEq(money.balanceOf(treasury), ok ? 0.1 ether : 0, "fee");
        vm.assertEq(money.balanceOf(last), ok ? uint256(0.2 ether) / count : 0, "share");
    }
}
