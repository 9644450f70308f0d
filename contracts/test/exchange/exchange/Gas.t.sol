// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {Asset, Fill, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {PlainERC20, RoyaltyERC721} from "../../base/PlainTokens.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";

/// @notice What a trade costs as a transaction of its own: recipients exist, the buyer owns one already. "Used" is the
/// maker's bitmap word. The limits are the cost table's, or what was measured where a row says so; besides, nothing may
/// rise by more than 1 % above `gas.json`, which holds what was measured last.
contract ExchangeGasTest is VoucherBase {
    /// @dev Shown by `forge test -vvvv`.
    event Measured(string row, uint256 gas);

    string private snapshot;

    function setUp() public override {
        super.setUp();
        snapshot = vm.readFile("contracts/test/exchange/exchange/gas.json");
        compileAsShipped(address(nft), "PlainERC721");
        compileAsShipped(address(royal), "RoyaltyERC721");
        compileAsShipped(address(multi), "PlainERC1155");
        compileAsShipped(address(pay), "PlainERC20");
        nft.give(alice, 2);
        royal.give(alice, 2);
        nft.give(bob, 100);
        royal.give(bob, 100);
        pay.give(carol, 1);
        pay.give(treasury, 1);
        pay.give(alice, 1);
        vm.deal(alice, 1);
        vm.deal(carol, 1);
        vm.deal(address(exchange), 1);
        vm.prank(operator);
        exchange.setMinimumSellerFee(0);
        vm.warp(block.timestamp + 2 days);
        exchange.applyMinimumSellerFee();
        Order memory other = aSale();
        other.key.salt = saltOf(77);
        vm.prank(alice);
        exchange.cancel(other.key);
    }

    function wrappedCoin() internal view override returns (address) {
        return address(pay);
    }

    /// @dev As wallets sign: a transaction pays for the bytes of its signatures.
    function signed(uint256 key, bytes32 digest) internal pure override returns (Sig memory sig) {
        (sig.v, sig.r, sig.s) = vm.sign(key, digest);
    }

    function within(string memory row, uint256 used, uint256 limit) private {
        emit Measured(row, used);
        vm.assertLe(used, limit, row);
        vm.assertLe(used * 100, vm.parseJsonUint(snapshot, string.concat(".", row)) * 101, string.concat(row, ": 1 % above gas.json"));
    }

    function fresh(Order memory order) private pure returns (Order memory) {
        order.key.salt = saltOf(1000);
        return order;
    }

    function gasOf(Order memory order, Sig memory fees, uint256 value) private returns (uint256) {
        Sig memory sig = makerSig(ALICE_KEY, order);
        return gasOf(order, sig, fees, value);
    }

    function gasOf(Order memory order, Sig memory sig, Sig memory fees, uint256 value) private returns (uint256) {
        vm.prank(bob);
        exchange.exchange{value: value}(order, sig, FEE, fees, 1, address(0));
        return vm.lastCallGas().gasTotalUsed;
    }

    function withoutFee(Order memory order) private returns (uint256) {
        vm.prank(operator);
        exchange.setBuyerFee(0);
        vm.warp(block.timestamp + 2 days);
        order.sellerFee = 0;
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, sig, 0, none(), 1, address(0));
        return vm.lastCallGas().gasTotalUsed;
    }

    /// forge-config: default.isolate = true
    function test_BuyWithoutFee() public {
        within("buy", withoutFee(aSale()), 87_200);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithoutFeeFreshWord() public {
        within("buyFresh", withoutFee(fresh(aSale())), 104_400);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFeeSignatureFreshWord() public {
        Order memory order = fresh(aSale(address(royal)));
        within("buyFeeSignatureFresh", gasOf(order, feeSig(FEE_KEY, order, FEE), due(PRICE, FEE)), 125_000);
    }

    /// forge-config: default.isolate = true
    function test_AcceptBidUsedWord() public {
        Order memory order = aBid(address(royal));
        Order memory other = aBid(address(nft));
        other.key.salt = saltOf(78);
        vm.prank(bob);
        exchange.cancel(other.key);
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
        // Goal 118,000; see below.
        within("accept", vm.lastCallGas().gasTotalUsed, 122_600);
    }

    /// forge-config: default.isolate = true
    function test_AcceptBidForAtLeast() public {
        Order memory order = aBid(address(royal));
        Order memory other = aBid(address(nft));
        other.key.salt = saltOf(78);
        vm.prank(bob);
        exchange.cancel(other.key);
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.acceptBid(order, sig, FEE, none(), PRICE, address(0), 0.925 ether);
        within("acceptForAtLeast", vm.lastCallGas().gasTotalUsed, 129_300);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFee() public {
        uint256 used = gasOf(aSale(), none(), due(PRICE, FEE));
        within("buyFee", used, 88_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFeeFreshWord() public {
        within("buyFeeFresh", gasOf(fresh(aSale()), none(), due(PRICE, FEE)), 105_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFeeAndRoyalty() public {
        within("buyFeeRoyalty", gasOf(aSale(address(royal)), none(), due(PRICE, FEE)), 101_200);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFeeAndRoyaltyFreshWord() public {
        within("buyFeeRoyaltyFresh", gasOf(fresh(aSale(address(royal))), none(), due(PRICE, FEE)), 118_300);
    }

    /// forge-config: default.isolate = true
    function test_BuyWithFeeSignature() public {
        Order memory order = aSale(address(royal));
        within("buyFeeSignature", gasOf(order, feeSig(FEE_KEY, order, FEE), due(PRICE, FEE)), 108_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyDocumentedForm() public {
        Order memory order = aSale(address(royal));
        Sig memory sig = signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(order)));
        // Goal 108,000; typed data is tried first, and its ecrecover and the hex text cost 3,700.
        within("buyDocumented", gasOf(order, sig, feeSig(FEE_KEY, order, FEE), due(PRICE, FEE)), 112_000);
    }

    /// With v 31 or 32 personal_sign alone is tried.
    /// forge-config: default.isolate = true
    function test_BuyPersonalSign() public {
        Order memory order = aSale(address(royal));
        Sig memory sig = signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(order)));
        sig.v += 4;
        within("buyPersonalSign", gasOf(order, sig, feeSig(FEE_KEY, order, FEE), due(PRICE, FEE)), 108_500);
    }

    /// forge-config: default.isolate = true
    function test_AcceptBid() public {
        Order memory order = aBid(address(royal));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
        // Goal 135,000; the balance check and the safe transfer are kept, and cost 4,800 of it.
        within("acceptFresh", vm.lastCallGas().gasTotalUsed, 142_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyOneOfTen() public {
        multi.give(bob, 7, 1);
        Order memory order = aLot();
        uint256 first = gasOf(order, none(), due(PRICE, FEE));
        uint256 later = gasOf(order, none(), due(PRICE, FEE));
        within("oneOfTenFirst", first, 101_000);
        within("oneOfTenLater", later, 84_000);
    }

    /// forge-config: default.isolate = true
    function test_Cancel() public {
        vm.prank(alice);
        exchange.cancel(aSale().key);
        within("cancel", vm.lastCallGas().gasTotalUsed, 33_000);
    }

    /// forge-config: default.isolate = true
    function test_CancelFreshWord() public {
        vm.prank(alice);
        exchange.cancel(fresh(aSale()).key);
        within("cancelFresh", vm.lastCallGas().gasTotalUsed, 50_000);
    }

    function cancelFifty(uint256 word) private returns (uint256) {
        uint256[] memory words = new uint256[](1);
        uint256[] memory masks = new uint256[](1);
        (words[0], masks[0]) = (word, (1 << 50) - 1);
        vm.prank(alice);
        exchange.cancelMany(words, masks);
        return vm.lastCallGas().gasTotalUsed;
    }

    /// forge-config: default.isolate = true
    function test_CancelFifty() public {
        // Goal 32,000: see contracts/README.md.
        within("cancelFifty", cancelFifty(0), 34_500);
    }

    /// forge-config: default.isolate = true
    function test_CancelFiftyOfAFreshWord() public {
        within("cancelFiftyFresh", cancelFifty(9), 51_500);
    }

    /// Of a number from 1,024 on a fill reads the account's epoch; of a lower one it reads nothing more.
    /// forge-config: default.isolate = true
    function test_BuyAboveTheWords() public {
        Order memory order = aSale();
        order.key.salt = saltOf(1024);
        within("buyAboveWords", withoutFee(order), 106_700);
    }

    /// forge-config: default.isolate = true
    function test_EndEverything() public {
        vm.prank(alice);
        exchange.endEverything();
        within("endEverything", vm.lastCallGas().gasTotalUsed, 126_000);
    }

    /// @dev Ten lines of `sellers` accounts and `creators` collections, whose words are in use.
    function lines(Asset memory money_, uint256 word, uint256 sellers, uint256 creators) private returns (Fill[] memory fills) {
        fills = new Fill[](10);
        for (uint256 i; i < 10; ++i) {
            fills[i] = line(money_, word * 256 + i, i < sellers ? i : 0, i < creators ? i : 0);
        }
    }

    function sweepTen(uint256 word, uint256 sellers, uint256 creators) private returns (uint256) {
        Fill[] memory fills = lines(coin(), word, sellers, creators);
        vm.prank(bob);
        exchange.sweep{value: 10.25 ether}(fills, address(0), 10);
        return vm.lastCallGas().gasTotalUsed;
    }

    /// @dev An ERC20 that is not the wrapped coin: what reaches the seller is measured.
    function aToken() private returns (Asset memory) {
        PlainERC20 token = new PlainERC20();
        compileAsShipped(address(token), "PlainERC20");
        token.give(bob, 1000 ether);
        token.give(alice, 1);
        token.give(carol, 1);
        token.give(treasury, 1);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        return item(address(token), 0, 1);
    }

    function sweepTenForTokens(uint256 sellers, uint256 creators) private returns (uint256) {
        Fill[] memory fills = lines(aToken(), 0, sellers, creators);
        vm.prank(bob);
        exchange.sweep(fills, address(0), 10);
        return vm.lastCallGas().gasTotalUsed;
    }

    function buyTenForTokens(uint256 sellers, uint256 creators) private returns (uint256 used) {
        Fill[] memory fills = lines(aToken(), 0, sellers, creators);
        for (uint256 i; i < 10; ++i) used += gasOf(fills[i].order, fills[i].sig, none(), 0);
    }

    function line(Asset memory money_, uint256 number, uint256 seller, uint256 creator) private returns (Fill memory) {
        RoyaltyERC721 token = creator == 0 ? royal : new RoyaltyERC721(vm.addr(2000 + creator), 500);
        uint256 key = seller == 0 ? ALICE_KEY : 1000 + seller;
        Order memory order = aSale(address(token));
        (order.key.owner, order.key.salt, order.key.sellAsset.tokenId) = (vm.addr(key), saltOf(number), 200 + number);
        order.key.buyAsset = money_;
        if (money_.assetType == 1 && seller != 0) PlainERC20(money_.token).give(order.key.owner, 1);
        if (money_.assetType == 1 && creator != 0) PlainERC20(money_.token).give(vm.addr(2000 + creator), 1);
        token.give(order.key.owner, 200 + number);
        if (creator != 0) compileAsShipped(address(token), "RoyaltyERC721");
        if (creator != 0) token.give(bob, 1);
        if (creator != 0) vm.deal(vm.addr(2000 + creator), 1);
        vm.startPrank(order.key.owner);
        token.setApprovalForAll(address(proxy), true);
        if (seller != 0) {
            vm.deal(order.key.owner, 1);
            OrderKey memory other = aSale().key;
            (other.owner, other.salt) = (order.key.owner, saltOf(77));
            exchange.cancel(other);
        }
        vm.stopPrank();
        return Fill(order, makerSig(key, order), FEE, none(), 1);
    }

    /// forge-config: default.isolate = true
    function test_SweepTen() public {
        within("sweepTen", sweepTen(0, 1, 1), 459_600);
    }

    /// forge-config: default.isolate = true
    function test_SweepTenFreshWord() public {
        within("sweepTenFresh", sweepTen(3, 1, 1), 477_000);
    }

    /// forge-config: default.isolate = true
    function test_SweepTenOfTenSellers() public {
        within("sweepTenSellers", sweepTen(0, 10, 1), 660_000);
    }

    /// forge-config: default.isolate = true
    function test_SweepTenOfTenSellersAndTenCreators() public {
        within("sweepTenEach", sweepTen(0, 10, 10), 900_000);
    }

    /// forge-config: default.isolate = true
    function test_SweepTenForTokens() public {
        within("sweepTenTokens", sweepTenForTokens(1, 1), 553_000);
    }

    /// forge-config: default.isolate = true
    function test_SweepTenForTokensOfEach() public {
        within("sweepTenTokensEach", sweepTenForTokens(10, 10), 826_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyTenForTokens() public {
        within("buyTenTokens", buyTenForTokens(1, 1), 1_216_000);
    }

    /// forge-config: default.isolate = true
    function test_BuyTenForTokensOfEach() public {
        within("buyTenTokensEach", buyTenForTokens(10, 10), 1_173_000);
    }

    function mintAndBuy(SettlementVoucher memory voucher) private returns (uint256) {
        Order memory order = unminted(single, 1);
        bytes memory packed_ = signedTerms(single, alice, voucher);
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory own = signed(MINER_KEY, single.mintDigest(1, bob));
        vm.prank(bob);
        single.mint(1, own.v, own.r, own.s, new Fee[](0), CID);
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), packed_);
        return vm.lastCallGas().gasTotalUsed;
    }

    /// forge-config: default.isolate = true
    function test_MintAndBuy() public {
        SettlementVoucher memory voucher = terms(1);
        voucher.fees = new Fee[](0);
        // Goal 154,000: see contracts/README.md.
        within("mintAndBuy", mintAndBuy(voucher), 161_000);
    }

    /// forge-config: default.isolate = true
    function test_MintAndBuyWithRoyalty() public {
        SettlementVoucher memory voucher = terms(1);
        voucher.fees[0].recipient = alice;
        // Goal 180,000.
        within("mintAndBuyRoyalty", mintAndBuy(voucher), 187_000);
    }
}
